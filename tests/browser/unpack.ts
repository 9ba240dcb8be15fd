/** Before the browser tests: Chromium is unpacked once, not by two test files at the same time. */
import { startBrowser } from '#tools/lib/chromium.ts';

export default async function unpack(): Promise<void> {
  const browser = await startBrowser();
  await browser.close();
}
