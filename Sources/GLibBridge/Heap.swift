import CGLib
import Glibc

/// What malloc keeps of memory that nobody uses. After a library was read or a screen of covers has come, that is
/// several times what is in use; left alone, the C library gives none of it back.
public enum Heap {
  /// To be called first of all, before there are threads.
  public static func settle() {
    // One arena a core keeps what its threads once needed.
    mallopt(M_ARENA_MAX, 2)
    // Fixed, or a large block that is freed raises it, and the next ones leave holes in the heap.
    mallopt(M_MMAP_THRESHOLD, 256 << 10)
    mallopt(M_TRIM_THRESHOLD, 1 << 20)
  }

  @MainActor private static var due: SourceToken?
  /// Longer than what belongs to one burst of work is apart, in milliseconds.
  private static let rest: UInt32 = 2_000

  /// Gives back what is unused, once this has not been called for a while.
  @MainActor
  public static func giveBackSoon() {
    due = MainLoop.after(milliseconds: rest) {
      due = nil
      DetachedThread.run("heap") { malloc_trim(0) }
    }
  }
}
