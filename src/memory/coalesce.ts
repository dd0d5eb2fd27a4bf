/**
 * Work that says the same whoever asks for it, and need not be done once for each: who asks while it runs gets the next run, together with
 * everybody else who asked meanwhile. So whatever was there when somebody asked, the run that answers them has seen.
 */
export function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const run = (): Promise<T> => {
    const started = work();
    running = started;
    const ended = () => {
      if (running === started) running = undefined;
    };
    started.then(ended, ended);
    return started;
  };
  return () => {
    if (next) return next; // it has not begun
    if (!running) return run();
    next = running
      .catch(() => undefined) // its own callers hear of it
      .then(() => {
        next = undefined;
        return run();
      });
    return next;
  };
}
