/** Only an account's cart has a copy on the server, so only its pages fetch what keeps the two equal. */
import { $token } from '#lib/token.store.ts';

/** Called once by every page. */
export function syncWhenSignedIn(): void {
  const stop = $token.listen(start);
  start($token.get());

  function start(token: string): void {
    if (!token) return;
    stop();
    import('./cart.sync.ts').then(
      ({ startCartSync }) => startCartSync(),
      // What is added stays in this browser, and the next page sends it.
      () => {},
    );
  }
}
