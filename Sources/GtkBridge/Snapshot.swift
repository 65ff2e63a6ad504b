import CGTK4

/// What a widget draws into, valid during its `snapshot`.
@MainActor
public struct Snapshot {
  let gtk: OpaquePointer

  init(_ gtk: OpaquePointer) { self.gtk = gtk }

  private func rect(_ r: Rect) -> graphene_rect_t {
    graphene_rect_t(
      origin: graphene_point_t(x: Float(r.x), y: Float(r.y)),
      size: graphene_size_t(width: Float(r.width), height: Float(r.height)))
  }

  public func fill(_ r: Rect, _ color: Color) {
    var bounds = rect(r)
    var rgba = color.rgba
    gtk_snapshot_append_color(gtk, &rgba, &bounds)
  }

  /// Fills a rectangle with round corners; a radius of half its side makes a circle.
  public func fill(_ r: Rect, radius: Double, _ color: Color) {
    clipped(to: r, topRadius: radius, bottomRadius: radius) { fill(r, color) }
  }

  /// A linear gradient from the top (first colour) to the bottom.
  public func verticalGradient(_ r: Rect, _ stops: [(offset: Float, color: Color)]) {
    var bounds = rect(r)
    var from = graphene_point_t(x: Float(r.x), y: Float(r.y))
    var to = graphene_point_t(x: Float(r.x), y: Float(r.y + r.height))
    let gsk = stops.map { GskColorStop(offset: $0.offset, color: $0.color.rgba) }
    gtk_snapshot_append_linear_gradient(gtk, &bounds, &from, &to, gsk, gsize(gsk.count))
  }

  /// Draws a texture over a rectangle, scaled to it.
  public func texture(_ texture: Texture, in r: Rect) {
    var bounds = rect(r)
    gtk_snapshot_append_texture(gtk, texture.opaque, &bounds)
  }

  /// Clips what `body` draws to a rectangle with corner radii in logical pixels.
  public func clipped(to r: Rect, topRadius: Double = 0, bottomRadius: Double = 0, _ body: () -> Void) {
    if topRadius == 0 && bottomRadius == 0 {
      var bounds = rect(r)
      gtk_snapshot_push_clip(gtk, &bounds)
    } else {
      var bounds = rect(r)
      var top = graphene_size_t(width: Float(topRadius), height: Float(topRadius))
      var bottom = graphene_size_t(width: Float(bottomRadius), height: Float(bottomRadius))
      var rounded = GskRoundedRect()
      gsk_rounded_rect_init(&rounded, &bounds, &top, &top, &bottom, &bottom)
      gtk_snapshot_push_rounded_clip(gtk, &rounded)
    }
    body()
    gtk_snapshot_pop(gtk)
  }

  public func faded(_ opacity: Double, _ body: () -> Void) {
    if opacity >= 1 { return body() }
    gtk_snapshot_push_opacity(gtk, opacity)
    body()
    gtk_snapshot_pop(gtk)
  }

  /// Draws what `body` draws moved and, about that origin, scaled.
  public func transformed(x: Double, y: Double, scale: Double = 1, rotation: Double = 0, _ body: () -> Void) {
    gtk_snapshot_save(gtk)
    var point = graphene_point_t(x: Float(x), y: Float(y))
    gtk_snapshot_translate(gtk, &point)
    if rotation != 0 { gtk_snapshot_rotate(gtk, Float(rotation)) }
    if scale != 1 { gtk_snapshot_scale(gtk, Float(scale), Float(scale)) }
    body()
    gtk_snapshot_restore(gtk)
  }

  /// A soft shadow outside a rounded rectangle.
  public func shadow(_ r: Rect, radius: Double, _ color: Color, dy: Float, blur: Float) {
    var bounds = rect(r)
    var rounded = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&rounded, &bounds, Float(radius))
    var rgba = color.rgba
    gtk_snapshot_append_outset_shadow(gtk, &rounded, &rgba, 0, dy, 0, blur)
  }

  /// Draws one child of `parent` where it was allocated.
  public func child(_ child: Widget, of parent: Widget) {
    gtk_widget_snapshot_child(parent.widget, child.widget, gtk)
  }
}

extension Color {
  var rgba: GdkRGBA { GdkRGBA(red: red, green: green, blue: blue, alpha: alpha) }
}
