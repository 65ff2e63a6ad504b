# Shared by run, test, bench and swift-build: what the machine needs, and a place to run windows in.
# shellcheck shell=bash
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
say() { printf '%s\n' "$*" >&2; }
die() {
  say "nagara: $*"
  exit 1
}

# MARK: System packages. `a|b` is one need under two names (Debian 13's first, then Debian 12's).

build_packages=(
  g++ pkg-config git libglib2.0-dev libgtk-4-dev libgdk-pixbuf-2.0-dev libgstreamer1.0-dev
  libgstreamer-plugins-base1.0-dev "libtag-dev|libtag1-dev" libsqlite3-dev libicu-dev libuchardet-dev
  libseccomp-dev libxxhash-dev libebur128-dev
)
# Decoders, sound servers, SVG icons, WebP covers, and gsettings, gdbus, gapplication for scripts.
run_packages=(
  gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-libav gstreamer1.0-pulseaudio
  gstreamer1.0-alsa librsvg2-common webp-pixbuf-loader adwaita-icon-theme dbus libglib2.0-bin
)
# A screen and a sound card where there are none.
session_packages=(xvfb dbus pulseaudio pulseaudio-utils)
test_packages=(
  "${session_packages[@]}" i3-wm xdotool x11-utils imagemagick at-spi2-core python3 python3-gi
  gir1.2-atspi-2.0 playerctl mutter pipewire wireplumber ffmpeg flac lame opus-tools
  desktop-file-utils appstream libxml2-utils mandoc zsh fish flatpak-builder
  fonts-noto-cjk gettext
)
bench_packages=("${session_packages[@]}" python3 meson ninja-build gettext debootstrap dpkg-dev binutils)
# What a Swift toolchain unpacked by hand needs besides a C++ compiler.
toolchain_packages=("libcurl4t64|libcurl4" libxml2 libedit2 libsqlite3-0 libncurses6)

# Prints those of the given packages that are not installed.
missing_packages() {
  local installed need name
  installed=" $(dpkg-query -W -f='${db:Status-Status}:${Package} ' 2>/dev/null) "
  for need in "$@"; do
    for name in ${need//|/ }; do
      [[ $installed == *" installed:$name "* ]] && continue 2
    done
    printf '%s\n' "$need"
  done
}

as_root() {
  if [[ $(id -u) == 0 ]]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    die "cannot install packages: neither root nor sudo. As root: $*"
  fi
}

# Installs what is missing of the given packages; asks apt for nothing when all is there.
need_packages() {
  local missing names=() need name
  if ! command -v dpkg-query apt-get >/dev/null; then
    say "Not a Debian system: the packages that README.md lists under Build have to be here already."
    return
  fi
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  say "Installing: ${missing[*]}"
  as_root apt-get update -q >&2
  for need in "${missing[@]}"; do
    for name in ${need//|/ }; do
      if apt_has "$name"; then break; fi
    done
    names+=("$name")
  done
  # A configuration file that is there already stays: nobody can be asked.
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
    -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold "${names[@]}" >&2
}

apt_has() { [[ $(LC_ALL=C apt-cache policy "$1" 2>/dev/null) =~ Candidate:\ [^\(] ]]; }

# MARK: Swift

# Puts `swift` 6.0 or newer on PATH, from apt's swiftlang where Debian has it (13 and newer).
need_swift() {
  if ! command -v swift >/dev/null; then
    if [[ -x /opt/swift/usr/bin/swift ]]; then
      PATH=/opt/swift/usr/bin:$PATH
    elif command -v apt-get >/dev/null && { apt_has swiftlang || as_root apt-get update -q >&2 && apt_has swiftlang; }; then
      need_packages swiftlang
    else
      die "no Swift toolchain found. Debian 13 has one (apt install swiftlang). Elsewhere unpack" \
        "Swift 6.0 or newer for your system (https://www.swift.org/install/linux/) to /opt/swift, so" \
        "that /opt/swift/usr/bin/swift is there, or put its usr/bin on PATH."
    fi
  fi
  [[ $(command -v swift) == /usr/bin/swift ]] || need_packages "${toolchain_packages[@]}"
  [[ $(swift --version 2>/dev/null) =~ Swift\ version\ ([6-9]|[1-9][0-9]) ]] ||
    die "Swift 6.0 or newer is needed; $(command -v swift) says: $(swift --version 2>&1)"
}

# MARK: A private session, for machines without screen, bus or sound card

# in_session COMMAND…: runs COMMAND under a private X server, session bus, run-time folder and null
# audio sink, and ends what it started when the shell ends: call it last, or in a subshell.
in_session() {
  session_folder=$(mktemp -d)
  trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$session_folder"' EXIT
  trap 'exit 143' TERM INT HUP
  export XDG_RUNTIME_DIR=$session_folder GDK_BACKEND=x11 GSK_RENDERER=${GSK_RENDERER:-cairo}
  unset WAYLAND_DISPLAY
  local display=$session_folder/display address=$session_folder/address
  Xvfb -displayfd 3 -screen 0 1920x1080x24 -nolisten tcp 3>"$display" 2>/dev/null &
  dbus-daemon --session --nofork --nopidfile --print-address=3 3>"$address" 2>/dev/null &
  pulseaudio -n --daemonize=no --exit-idle-time=-1 -L module-null-sink \
    -L module-native-protocol-unix 2>/dev/null &
  for _ in {1..100}; do
    [[ -s $display && -s $address ]] && break
    sleep 0.1
  done
  [[ -s $display && -s $address ]] || die "no private X server or session bus"
  DISPLAY=:$(<"$display") DBUS_SESSION_BUS_ADDRESS=$(<"$address")
  export DISPLAY DBUS_SESSION_BUS_ADDRESS
  "$@" &
  wait $!
}
