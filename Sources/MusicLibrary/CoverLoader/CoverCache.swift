import PlayerCore

/// The last used covers, up to a number of bytes. That there is no cover is remembered too.
struct CoverCache {
  let byteLimit: Int
  private(set) var byteCount = 0
  private var entries: [CoverRequest: (result: Result<CoverImage, MediaProblem>, lastUse: UInt64)] = [:]
  private var clock: UInt64 = 0

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  subscript(request: CoverRequest) -> Result<CoverImage, MediaProblem>? {
    mutating get {
      clock += 1
      entries[request]?.lastUse = clock
      return entries[request]?.result
    }
    set {
      if let old = entries.removeValue(forKey: request) { byteCount -= CoverCache.cost(old.result) }
      guard let newValue else { return }
      clock += 1
      entries[request] = (newValue, clock)
      byteCount += CoverCache.cost(newValue)
      // The one just put in stays even if it alone is over the limit: it is on screen.
      while byteCount > byteLimit, entries.count > 1,
        let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        entries[oldest.key] = nil
        byteCount -= CoverCache.cost(oldest.value.result)
      }
    }
  }

  mutating func remove(_ isOther: (CoverRequest) -> Bool) {
    for (request, entry) in entries where isOther(request) {
      entries[request] = nil
      byteCount -= CoverCache.cost(entry.result)
    }
  }

  /// A failure costs what its entry takes, so that a hundred thousand of them are not kept either.
  private static func cost(_ result: Result<CoverImage, MediaProblem>) -> Int {
    256 + ((try? result.get())?.pixels.count ?? 0)
  }
}
