// The hooks of Swift's concurrency runtime: whoever sets them is the global executor. They use Swift's own
// calling convention, which Swift can't name for imported functions; this turns it into C's.
#pragma once
#include <stdint.h>

typedef void (*CExecutorEnqueue)(void *job);
typedef void (*CExecutorEnqueueAfter)(void *job, uint64_t nanoseconds);

/// Sends every job enqueued from now on to these: jobs for the global executor, for the main actor, and for
/// the global executor after a time.
void cexecutor_install(CExecutorEnqueue global, CExecutorEnqueue main, CExecutorEnqueueAfter after);

/// Runs a job that was given to `global`, on any thread but only once.
void cexecutor_run(void *job);

/// Runs a job that was given to `main`, on the main thread.
void cexecutor_run_main(void *job);
