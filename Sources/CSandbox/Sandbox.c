// What a helper gives up before it looks at the first untrusted byte.
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CSandbox.h"

// Landlock's interface, here because the floor's kernel headers know only its first versions.
struct ruleset {
  uint64_t file_system;
  uint64_t network;
  uint64_t scopes;
};
enum { create_version = 1 };

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_restrict_self 446
#endif

// Nothing of the file system, no TCP, and where the kernel can, no abstract sockets and signals outward.
static int give_up_files(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, create_version);
  if (version < 1) return version < 0 ? errno : ENOSYS;
  // Rights by version: 13 in the first; refer, truncate, TCP's two and device control came later.
  struct ruleset all = {.file_system = (1 << 13) - 1};
  size_t size = sizeof all.file_system;
  if (version >= 2) all.file_system |= 1 << 13;
  if (version >= 3) all.file_system |= 1 << 14;
  if (version >= 4) {
    all.network = 3;
    size += sizeof all.network;
  }
  if (version >= 5) all.file_system |= 1 << 15;
  if (version >= 6) {
    all.scopes = 3;
    size += sizeof all.scopes;
  }
  long ruleset = syscall(SYS_landlock_create_ruleset, &all, size, 0);
  if (ruleset < 0) return errno;
  int failure = syscall(SYS_landlock_restrict_self, (int)ruleset, 0) == 0 ? 0 : errno;
  close((int)ruleset);
  return failure;
}

// Calls that need no look at their arguments: reading and writing what is open (a file is, for writing, only where its
// tags are edited, and then a copy), memory, time, and ending.
static const char *const harmless[] = {
    "read",        "readv",         "pread64",         "preadv",       "write",          "writev",
    "pwrite64",    "ftruncate",
    "close",       "lseek",         "recvmsg",         "sendmsg",      "poll",           "ppoll",
    "brk",         "munmap",        "mremap",          "madvise",      "futex",          "futex_time64",
    "exit",        "exit_group",    "rt_sigreturn",    "rt_sigaction", "rt_sigprocmask", "sigaltstack",
    "getpid",      "gettid",        "clock_gettime",   "clock_getres", "gettimeofday",   "time",
    "getrandom",   "sched_yield",   "set_robust_list", "rseq",         "nanosleep",      "clock_nanosleep",
    "pause",       "restart_syscall", "sched_getaffinity", "membarrier",
};

static int give_up_calls(void) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
  if (!filter) return ENOMEM;
  int failure = 0;
  for (size_t i = 0; i < sizeof harmless / sizeof *harmless && !failure; i++) {
    int number = seccomp_syscall_resolve_name(harmless[i]);
    if (number != __NR_SCMP_ERROR) failure = seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 0);
    // A call that this machine has not is no failure.
    if (failure == -EDOM || failure == -EINVAL) failure = 0;
  }
  const struct {
    int call;
    struct scmp_arg_cmp condition;
  } conditional[] = {
      // Memory, but none that could be run.
      {SCMP_SYS(mmap), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)},
      {SCMP_SYS(mprotect), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)},
      // Threads (picture loaders start some), but no processes. clone3 hides its flags: its answer, ENOSYS, makes
      // the C library take clone.
      {SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD | CLONE_VM, CLONE_THREAD | CLONE_VM)},
      // abort.
      {SCMP_SYS(tgkill), SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid())},
  };
  for (size_t i = 0; i < sizeof conditional / sizeof *conditional && !failure; i++)
    failure = seccomp_rule_add(filter, SCMP_ACT_ALLOW, conditional[i].call, 1, conditional[i].condition);
  if (!failure) failure = seccomp_load(filter);
  seccomp_release(filter);
  return failure < 0 ? -failure : failure;
}

static void limit(int what, rlim_t value) {
  struct rlimit old, new = {value, value};
  if (getrlimit(what, &old) == 0 && old.rlim_max < value) new.rlim_cur = new.rlim_max = old.rlim_max;
  setrlimit(what, &new);
}

// A sanitizer's own work needs much of what the sandbox takes away.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

int csb_sandbox(uint64_t memory, csb_sandbox_result *result) {
#ifdef SANITIZED
  (void)memory;
  (void)limit;
  (void)give_up_files;
  (void)give_up_calls;
  result->landlock = result->seccomp = ENOTSUP;
  return 0;
#else
  limit(RLIMIT_CORE, 0);
  // The descriptors of one request, the standard ones and the socket.
  limit(RLIMIT_NOFILE, CSB_MOST_DESCRIPTORS + 8);
  if (memory) limit(RLIMIT_DATA, memory);
  prctl(PR_SET_DUMPABLE, 0);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  result->landlock = give_up_files();
  result->seccomp = give_up_calls();
  return 0;
#endif
}
