#include "CExecutor.h"
#include <time.h>

#define SWIFTCALL __attribute__((swiftcall))

typedef struct {
  void *identity;
  uintptr_t implementation;
} ExecutorRef;

// From the runtime's ConcurrencyHooks.def and Task.h. `original` is the runtime's own implementation.
extern SWIFTCALL void (*swift_task_enqueueGlobal_hook)(void *job, void *original);
extern SWIFTCALL void (*swift_task_enqueueGlobalWithDelay_hook)(unsigned long long delay, void *job, void *original);
extern SWIFTCALL void (*swift_task_enqueueGlobalWithDeadline_hook)(long long sec, long long nsec, long long tsec,
                                                                   long long tnsec, int clock, void *job,
                                                                   void *original);
extern SWIFTCALL void (*swift_task_enqueueMainExecutor_hook)(void *job, void *original);
extern SWIFTCALL void swift_job_run(void *job, ExecutorRef executor);
extern SWIFTCALL ExecutorRef swift_task_getMainExecutor(void);

static CExecutorEnqueue enqueue_global, enqueue_main;
static CExecutorEnqueueAfter enqueue_after;

static SWIFTCALL void global_hook(void *job, void *original) { enqueue_global(job); }

static SWIFTCALL void main_hook(void *job, void *original) { enqueue_main(job); }

static SWIFTCALL void delay_hook(unsigned long long delay, void *job, void *original) { enqueue_after(job, delay); }

// `clock` is 1 for Swift's continuous clock (CLOCK_BOOTTIME) and 2 for its suspending one (CLOCK_MONOTONIC).
static SWIFTCALL void deadline_hook(long long sec, long long nsec, long long tsec, long long tnsec, int clock,
                                    void *job, void *original) {
  struct timespec now;
  clock_gettime(clock == 1 ? CLOCK_BOOTTIME : CLOCK_MONOTONIC, &now);
  long long delay = (sec - now.tv_sec) * 1000000000LL + (nsec - now.tv_nsec);
  enqueue_after(job, delay > 0 ? (uint64_t)delay : 0);
}

void cexecutor_install(CExecutorEnqueue global, CExecutorEnqueue main, CExecutorEnqueueAfter after) {
  enqueue_global = global;
  enqueue_main = main;
  enqueue_after = after;
  swift_task_enqueueGlobal_hook = global_hook;
  swift_task_enqueueMainExecutor_hook = main_hook;
  swift_task_enqueueGlobalWithDelay_hook = delay_hook;
  swift_task_enqueueGlobalWithDeadline_hook = deadline_hook;
}

void cexecutor_run(void *job) { swift_job_run(job, (ExecutorRef){0, 0}); }

void cexecutor_run_main(void *job) { swift_job_run(job, swift_task_getMainExecutor()); }
