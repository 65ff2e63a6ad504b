#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

extern char **environ;

// The environment for a helper: ours, without Swift's crash handler, which would start a program to look into a
// process that untrusted bytes have just broken. To be freed (the array alone); NULL without memory.
static char **helper_environment(void) {
  static char no_handler[] = "SWIFT_BACKTRACE=enable=no";
  size_t count = 0;
  while (environ[count]) count++;
  char **copy = calloc(count + 2, sizeof *copy);
  if (!copy) return NULL;
  size_t kept = 0;
  for (size_t i = 0; i < count; i++)
    if (strncmp(environ[i], "SWIFT_BACKTRACE=", 16) != 0) copy[kept++] = environ[i];
  copy[kept] = no_handler;
  return copy;
}

int csb_spawn_helper(const char *path, const char *argument, int *socket, pid_t *pid) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return errno;
  char **environment = helper_environment();
  if (!environment) {
    close(pair[0]);
    close(pair[1]);
    return ENOMEM;
  }

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  // Onto itself it clears close-on-exec; onto another number it copies without.
  posix_spawn_file_actions_adddup2(&actions, pair[1], CSB_HELPER_SOCKET);
  posix_spawn_file_actions_addclosefrom_np(&actions, CSB_HELPER_SOCKET + 1);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  char *arguments[] = {(char *)path, (char *)argument, NULL};
  int failure = posix_spawn(pid, path, &actions, &attributes, arguments, environment);
  free(environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(pair[1]);
  if (failure) {
    close(pair[0]);
    return failure;
  }
  *socket = pair[0];
  return 0;
}

int csb_send(int socket, const void *bytes, uint32_t length, const int *descriptors, size_t count) {
  if (count > CSB_MOST_DESCRIPTORS) return EINVAL;
  const unsigned char head[4] = {length & 255, length >> 8 & 255, length >> 16 & 255, length >> 24};
  const size_t total = sizeof head + length;
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int) * CSB_MOST_DESCRIPTORS)];
  } control;
  size_t sent = 0;
  while (sent < total) {
    struct iovec parts[2] = {{(char *)head + sent, sizeof head - sent}, {(char *)bytes, length}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    if (sent >= sizeof head) {
      parts[0] = (struct iovec){(char *)bytes + (sent - sizeof head), total - sent};
      message.msg_iovlen = 1;
    }
    if (sent == 0 && count > 0) {
      memset(&control, 0, sizeof control);
      message.msg_control = control.space;
      message.msg_controllen = CMSG_SPACE(sizeof(int) * count);
      control.header.cmsg_level = SOL_SOCKET;
      control.header.cmsg_type = SCM_RIGHTS;
      control.header.cmsg_len = CMSG_LEN(sizeof(int) * count);
      memcpy(CMSG_DATA(&control.header), descriptors, sizeof(int) * count);
    }
    ssize_t n = sendmsg(socket, &message, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    sent += (size_t)n;
  }
  return 0;
}

int csb_wait(int socket, int milliseconds) {
  struct pollfd wait = {.fd = socket, .events = POLLIN};
  for (;;) {
    int n = poll(&wait, 1, milliseconds);
    if (n < 0 && errno == EINTR) continue;
    return n < 0 ? -errno : n > 0;
  }
}

int csb_receive(int socket, void *bytes, size_t length, int milliseconds, int *descriptors, size_t capacity,
                size_t *count) {
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int) * 253)];
  } control;
  size_t received = 0;
  while (received < length) {
    int ready = milliseconds < 0 ? 1 : csb_wait(socket, milliseconds);
    if (ready < 0) return ready;
    if (ready == 0) return -ETIMEDOUT;
    struct iovec part = {(char *)bytes + received, length - received};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.space, .msg_controllen = sizeof control.space};
    ssize_t n = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno == ECONNRESET ? 0 : -errno;
    for (struct cmsghdr *c = CMSG_FIRSTHDR(&message); c; c = CMSG_NXTHDR(&message, c)) {
      if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS) continue;
      size_t passed = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
      for (size_t i = 0; i < passed; i++) {
        int descriptor;
        memcpy(&descriptor, CMSG_DATA(c) + i * sizeof(int), sizeof(int));
        if (count && *count < capacity)
          descriptors[(*count)++] = descriptor;
        else
          close(descriptor);
      }
    }
    if (n == 0) return 0;
    received += (size_t)n;
  }
  return 1;
}

int csb_receive_length(int socket, uint32_t *length, int milliseconds, int *descriptors, size_t capacity,
                       size_t *count) {
  unsigned char head[4] = {0};
  int result = csb_receive(socket, head, sizeof head, milliseconds, descriptors, capacity, count);
  *length = (uint32_t)head[0] | (uint32_t)head[1] << 8 | (uint32_t)head[2] << 16 | (uint32_t)head[3] << 24;
  return result;
}

// As openat, for a path of any length: the kernel takes 4,095 bytes at once, a tree may be deeper.
static int open_deep(int directory, const char *path, int flags) {
  int descriptor = openat(directory, path, flags | O_CLOEXEC);
  if (descriptor >= 0 || errno != ENAMETOOLONG || strlen(path) < PATH_MAX) return descriptor;
  int at = directory;
  char part[PATH_MAX];
  while (strlen(path) >= PATH_MAX) {
    // As much as fits, up to a slash.
    size_t length = PATH_MAX - 1;
    while (length > 1 && path[length] != '/') length--;
    if (length <= 1) {
      errno = ENAMETOOLONG;
      break;
    }
    memcpy(part, path, length);
    part[length] = 0;
    int next = openat(at, part, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (at != directory) close(at);
    if (next < 0) return -1;
    at = next;
    path += length;
    while (*path == '/') path++;
  }
  descriptor = strlen(path) < PATH_MAX ? openat(at, path, flags | O_CLOEXEC) : -1;
  int failure = errno;
  if (at != directory) close(at);
  errno = failure;
  return descriptor;
}

int csb_open_regular(int directory, const char *path) {
  int descriptor = open_deep(directory, path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0) return -errno;
  struct stat info;
  int failure = fstat(descriptor, &info) != 0 ? errno : S_ISREG(info.st_mode) ? 0 : ENOTSUP;
  if (failure == 0) return descriptor;
  close(descriptor);
  return -failure;
}

static int is_kernels_own(long type) {
  switch (type) {
    case PROC_SUPER_MAGIC:
    case SYSFS_MAGIC:
    case CGROUP_SUPER_MAGIC:
    case CGROUP2_SUPER_MAGIC:
    case DEBUGFS_MAGIC:
    case TRACEFS_MAGIC:
    case SECURITYFS_MAGIC:
    case DEVPTS_SUPER_MAGIC:
    case BPF_FS_MAGIC:
    case PSTOREFS_MAGIC:
    case 0x62656570:  // configfs
    case 0x65735543:  // fusectl
    case 0x19800202:  // mqueue
    case BINFMTFS_MAGIC: return 1;
    default: return 0;
  }
}

int csb_open_folder(int directory, const char *path) {
  int descriptor = open_deep(directory, path, O_RDONLY | O_DIRECTORY | O_NONBLOCK);
  if (descriptor < 0) return -errno;
  struct statfs info;
  if (fstatfs(descriptor, &info) != 0 || !is_kernels_own(info.f_type)) return descriptor;
  close(descriptor);
  return -ENOTSUP;
}
