import { startBrowser } from './tools/lib/chromium.ts';
const url='http://localhost:8899';
const browser = await startBrowser();
for (const w of [390,1280]) {
  const ctx = await browser.newContext({viewport:{width:w,height:w<600?844:900},isMobile:w<600,hasTouch:w<600,deviceScaleFactor:1,serviceWorkers:'block'});
  const page = await ctx.newPage(); const errs:string[]=[]; page.on('console',m=>m.type()==='error'&&errs.push(m.text()));
  for (const [n,q] of [['chips','muhase ke liye serum 600 se kam'],['preg','pregnancy safe sunscreen'],['none','lipstick'],['hindi','रूखी त्वचा के लिए क्रीम']] as const) {
    await page.goto(`${url}/collection?q=${encodeURIComponent(q)}`,{waitUntil:'networkidle'}); await page.waitForTimeout(500);
    await page.screenshot({path:`/tmp/shots/${n}-${w}.png`});
  }
  await page.goto(`${url}/collection`,{waitUntil:'networkidle'});
  if (w<600) { await page.click('[data-search-bar] summary, summary[aria-label*=earch]').catch(()=>{}); }
  const box=page.locator('[data-search-box]:visible').first(); await box.focus(); await page.waitForTimeout(400); await box.pressSequentially('sun',{delay:60}); await page.waitForTimeout(700);
  await page.screenshot({path:`/tmp/shots/suggest-${w}.png`});
  console.log(w, errs);
  await ctx.close();
}
await browser.close(); process.exit(0);
