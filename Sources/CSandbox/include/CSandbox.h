// CSandbox: what the app and its helper processes need of the kernel and Swift can't say: descriptors passed
// over a socket, a child with nothing but its socket, and opening files the careful way.
//
// Functions that fail give -1 (or a negated errno where it says so) and leave nothing open.
#pragma once

#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The most descriptors in one call (the kernel's limit is 253).
#define CSB_MOST_DESCRIPTORS 64

/// The descriptor on which a helper finds its socket.
#define CSB_HELPER_SOCKET 3

/// Starts `path` as a helper: a new socket pair's one end is its descriptor 3, standard input and output are
/// /dev/null, standard error is ours, everything else is closed; signals are as at login. `argument` may be
/// NULL. Sets `*socket` (close-on-exec) and `*pid`. 0, or an errno.
int csb_spawn_helper(const char *path, const char *argument, int *socket, pid_t *pid);

/// Sends a message: its length (32 bits, little-endian) and its bytes, and the descriptors with the first of them.
/// 0, or an errno (EPIPE when the other end is gone; no signal).
int csb_send(int socket, const void *bytes, uint32_t length, const int *descriptors, size_t count);

/// Waits until there is something to receive. 1, 0 after `milliseconds` (-1: no limit) without, or a negated
/// errno.
int csb_wait(int socket, int milliseconds);

/// Receives the length of the next message; as `csb_receive`.
int csb_receive_length(int socket, uint32_t *length, int milliseconds, int *descriptors, size_t capacity,
                       size_t *count);

/// Receives exactly `length` bytes, waiting at most `milliseconds` (-1: no limit) for each part. Descriptors that
/// come along are stored, close-on-exec, from `descriptors[*count]` on; more than `capacity` are closed. 1, 0 at
/// the other end's close, or a negated errno (ETIMEDOUT).
int csb_receive(int socket, void *bytes, size_t length, int milliseconds, int *descriptors, size_t capacity,
                size_t *count);

/// Opens a file of an untrusted tree for reading without ever waiting for it (a FIFO, a device), and refuses what
/// is not a regular file. `directory` may be AT_FDCWD. The descriptor, or a negated errno; -ENOTSUP if it is not
/// a regular file.
int csb_open_regular(int directory, const char *path);

/// Opens a folder for reading. The descriptor, or a negated errno; -ENOTSUP for the kernel's own file systems
/// (/proc, /sys and the like), whose "files" are no files and whose links lead everywhere.
int csb_open_folder(int directory, const char *path);

/// What the kernel granted of a sandbox: 0, or the errno with which it refused.
typedef struct {
  int landlock;
  int seccomp;
} csb_sandbox_result;

/// Gives up, for good, whatever reading open descriptors and answering on an open socket does not need: new
/// privileges, the file system, the network, processes, memory that can be run, core dumps, more than `memory`
/// bytes of data (0: no limit). Calls outside the list of allowed ones answer ENOSYS. 0, or an errno; then nothing
/// holds and the caller should not go on. An old kernel without Landlock or seccomp is told in `result`.
int csb_sandbox(uint64_t memory, csb_sandbox_result *result);
