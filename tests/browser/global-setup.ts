/** Unpacks Chromium once before the browser tests, so that two test files do not unpack it at the same time. */
import { startBrowser } from '#tools/lib/chromium.ts';

export default async function unpack(): Promise<void> {
  const browser = await startBrowser();
  await browser.close();
}
