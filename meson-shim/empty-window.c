// An empty GTK 4 window: what `bench start` measures the app against. Prints the monotonic time in
// microseconds at which its first frame has been painted, as the app does with the same variable set.
#include <gtk/gtk.h>
#include <time.h>

static void after_paint(GdkFrameClock *clock, gpointer window) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  g_signal_handlers_disconnect_by_func(clock, after_paint, window);
  if (g_getenv("NAGARA_PRINT_FIRST_FRAME"))
    fprintf(stderr, "first-frame %lld\n", now.tv_sec * 1000000LL + now.tv_nsec / 1000);
}

static void activate(GtkApplication *app) {
  GtkWidget *window = gtk_application_window_new(app);
  gtk_window_set_default_size(GTK_WINDOW(window), 1180, 760);
  gtk_widget_realize(window);
  GdkFrameClock *clock = gdk_surface_get_frame_clock(gtk_native_get_surface(GTK_NATIVE(window)));
  g_signal_connect(clock, "after-paint", G_CALLBACK(after_paint), window);
  gtk_window_present(GTK_WINDOW(window));
}

int main(int argc, char **argv) {
  GtkApplication *app = gtk_application_new("io.github.nagara_player.EmptyWindow", G_APPLICATION_NON_UNIQUE);
  g_signal_connect(app, "activate", G_CALLBACK(activate), NULL);
  return g_application_run(G_APPLICATION(app), argc, argv);
}
