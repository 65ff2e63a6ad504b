# Completion for nagara in fish.

complete -c nagara -s h -l help -d 'Print the options'
complete -c nagara -l version -d 'Print the version'
complete -c nagara -l demo -d 'Play the demo album'

complete -c nagara -l play -d 'Play'
complete -c nagara -l pause -d 'Pause'
complete -c nagara -l toggle -d 'Play or pause'
complete -c nagara -l next -d 'Next track'
complete -c nagara -l previous -d 'Previous track'
complete -c nagara -l stop -d 'Stop'
complete -c nagara -l seek -x -a '0 +10 -10 +60 -60' -d 'Go to a time in the track'
complete -c nagara -l volume -x -a '100 50 +5 -5' -d 'Set the volume in percent'
complete -c nagara -l enqueue -d 'Put the files behind what was queued'
complete -c nagara -l status -d 'Print what plays'

complete -c nagara -l inspect -r -F -d 'Print what is known of a file'
complete -c nagara -l import -r -F -d 'Print the entries of a playlist'
complete -c nagara -l scan -d 'Read what is new in these folders'
complete -c nagara -l list -x -a 'tracks albums artists playlists problems' -d 'Print a list of the library'
complete -c nagara -l query -x -d 'With --list: what to look for'
complete -c nagara -l database -r -F -d 'With --scan and --list: another library'
complete -c nagara -l json -d 'Print JSON'
