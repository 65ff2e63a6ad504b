import CGLib
import Glibc

/// What malloc keeps of memory that nobody uses. After a library was read or a screen of covers has come, that is
/// several times what is in use; left alone, the C library gives none of it back.
public enum Heap {
  /// To be called first of all, before there are threads.
  public static func settle() {
    // One arena a core keeps what its threads once needed.
    mallopt(M_ARENA_MAX, 2)
    // GTK's software renderer allocates a picture of all that is drawn anew in every frame. Mapped each time, as large
    // blocks are by default, its pages cost some three milliseconds a frame; from the heap they are there already. What
    // is left in the heap is given back once it rests. The first is the most that the C library takes.
    mallopt(M_MMAP_THRESHOLD, 32 << 20)
    mallopt(M_TRIM_THRESHOLD, 64 << 20)
  }

  @MainActor private static var due: SourceToken?
  @MainActor private static var asked: Int64 = 0
  /// Longer than what belongs to one burst of work is apart, and the longest burst that is waited for, in milliseconds.
  private static let rest: UInt32 = 2_000
  private static let patience: UInt32 = 10_000

  /// Gives back what is unused, once this has not been called for a while. Costs little: for every frame.
  @MainActor
  public static func giveBackSoon() {
    asked = MainLoop.monotonicMicroseconds
    guard due == nil else { return }
    let began = asked
    due = MainLoop.every(milliseconds: rest) {
      let now = MainLoop.monotonicMicroseconds
      guard now - asked >= Int64(rest) * 1_000 || now - began >= Int64(patience) * 1_000 else { return true }
      due = nil
      DetachedThread.run("heap") { malloc_trim(0) }
      return false
    }
  }
}
