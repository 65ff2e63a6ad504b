import CGLib

/// A message in the desktop's own list, by `GNotification`: it finds the desktop's way (GNOME's, the portal's,
/// freedesktop.org's) by itself.
public struct DesktopNotification: Equatable, Sendable {
  /// One of the buttons.
  public struct Button: Equatable, Sendable {
    public var label: String
    /// An action of the application, with its prefix: `app.next`.
    public var action: String

    public init(label: String, action: String) {
      self.label = label
      self.action = action
    }
  }

  public var title: String
  /// Plain text.
  public var body: String?
  /// An image file.
  public var image: [UInt8]?
  public var buttons: [Button]
  /// Goes away unread without a trace, as what is soon out of date should.
  public var isTransient: Bool

  public init(
    title: String, body: String? = nil, image: [UInt8]? = nil, buttons: [Button] = [],
    isTransient: Bool = false
  ) {
    self.title = title
    self.body = body
    self.image = image
    self.buttons = buttons
    self.isTransient = isTransient
  }
}

extension Object {
  /// Shows a notification of this application, which must be registered. A click on it activates the
  /// application.
  /// - Parameter id: one with the same id is replaced.
  public func show(_ notification: DesktopNotification, id: String) {
    precondition(isA(g_application_get_type()), "not an application")
    let raw = Object(adopting: UnsafeMutableRawPointer(g_notification_new(notification.title)))
    if let body = notification.body { g_notification_set_body(raw.opaque, body) }
    if notification.isTransient { g_notification_set_priority(raw.opaque, G_NOTIFICATION_PRIORITY_LOW) }
    if let path = notification.image {
      let file = FileURI.file(atPath: path)
      let icon = Object(adopting: UnsafeMutableRawPointer(g_file_icon_new(file.opaque)))
      g_notification_set_icon(raw.opaque, icon.opaque)
    }
    for button in notification.buttons { g_notification_add_button(raw.opaque, button.label, button.action) }
    g_application_send_notification(pointer(), id, raw.opaque)
  }

  /// Takes a notification away, if it is still there.
  public func withdrawNotification(id: String) {
    precondition(isA(g_application_get_type()), "not an application")
    g_application_withdraw_notification(pointer(), id)
  }
}
