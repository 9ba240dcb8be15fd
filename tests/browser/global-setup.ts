/** Unpacks Chromium once before the browser tests, not in two test files at the same time. */
import { startBrowser } from '#tools/lib/chromium.ts';

export default async function unpack(): Promise<void> {
  const browser = await startBrowser();
  await browser.close();
}
