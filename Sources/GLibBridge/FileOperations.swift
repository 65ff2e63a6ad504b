import CGLib

/// What the desktop does with files.
public enum FileOperations {
  /// Moves a file to the trash; the reason when that can't be done.
  @MainActor
  public static func trash(uri: String) async -> GLibError? {
    await withCheckedContinuation { continuation in
      let file = g_file_new_for_uri(uri)
      let done: GAsyncReadyCallback = { source, result, data in
        var error: UnsafeMutablePointer<GError>?
        g_file_trash_finish(OpaquePointer(source), result, &error)
        HandlerBox<CheckedContinuation<GLibError?, Never>>.take(data).resume(
          returning: error.map { GLibError(consuming: $0) })
      }
      g_file_trash_async(file, G_PRIORITY_DEFAULT, nil, done, HandlerBox(continuation).handOver())
      g_object_unref(UnsafeMutableRawPointer(file))
    }
  }

  /// Opens something with the program that the desktop has for it; false when there is none.
  @MainActor
  @discardableResult
  public static func open(uri: String) -> Bool { g_app_info_launch_default_for_uri(uri, nil, nil) != 0 }
}
