import { readFileSync, readdirSync } from 'node:fs';
const cpu=(n:string)=>{for(const p of readdirSync('/proc')){try{if(/^\d+$/.test(p)&&readFileSync('/proc/'+p+'/comm','utf8').trim()===n){const s=readFileSync('/proc/'+p+'/stat','utf8').split(' ');const m=/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/'+p+'/status','utf8'))?.[1];return n+' cpu '+(Number(s[13])+Number(s[14]))*10+'ms peak '+Math.round(Number(m)/1024)+'MB'}}catch{}}return ''};
import { connect } from '/work/load/db/client.ts';
import { syncCatalogue } from '/work/load/db/sync.ts';
import { readProducts } from '/work/load/tools/content.ts';
import { temporaryFolder } from '/work/load/tools/fixture.ts';
import { startStack } from '/work/load/tools/stack.ts';
import { stopChildren } from '/work/load/tools/child.ts';
import { newClient, tally } from '/work/load/tests/support/client.ts';
import { insertAccounts, setStock, countRows, stockOf } from '/work/load/tests/support/rows.ts';
import { address, fillShelf, itemsOf, orderOf, place, serum, toner } from '/work/load/tests/support/orders.ts';

const N = Number(process.env.N ?? 500);
const folder = temporaryFolder();
const logs: string[] = [];
const stack = await startStack({ dataDir: folder.path + '/data', prepare: async (d) => { await syncCatalogue(d, readProducts()); }, onLog: (l, p) => { logs.push(p + ': ' + l); } });
try {
  const db = connect({ url: stack.databaseUrl });
  await fillShelf(db); await setStock(db, serum, Number(process.env.STOCK ?? 10));
  const accounts = await insertAccounts(db, N);
  const order = await orderOf(newClient(stack.url), { [serum]: 1 });
  console.log(cpu('workerd'), cpu('sqld'), 'node', process.cpuUsage());
  const t0 = Date.now();
  const all: {status: number}[] = [];
  const times: number[] = [];
  const done = await Promise.all(accounts.map(async (a, i) => {
    const c = newClient(stack.url, a.token);
    for (let tries = 1; ; tries++) {
      const start = Date.now();
      const r = await place(c, order, 'key-' + a.id).catch((e) => ({ status: 0, headers: new Headers(), body: { code: String(e.cause ?? e) } as any }));
      all.push({ status: r.status }); times.push(Date.now() - start);
      if (r.status === 200 || r.status === 409) return { ms: Date.now() - t0, tries, status: r.status };
      if (tries > 30) return { ms: Date.now() - t0, tries, status: -1 };
      const wait = Number(r.headers.get('retry-after') ?? 1) * 1000;
      await new Promise((x) => setTimeout(x, wait * (1 + Math.random() * 0.5)));
    }
  }));
  const ms = done.map((d) => d.ms).sort((a, b) => a - b);
  times.sort((a, b) => a - b);
  console.log('final', tally(done), 'all', tally(all), 'ms p50', ms[N >> 1], 'p95', ms[Math.floor(N * .95)], 'max', ms.at(-1), 'tries max', Math.max(...done.map((d) => d.tries)), 'slowest single', times.at(-1));
  console.log(cpu('workerd'), cpu('sqld'), 'node', process.cpuUsage());
  const buyer = newClient(stack.url, (await insertAccounts(db, 1))[0]!.token);
  const t1 = Date.now();
  const o2 = await orderOf(buyer, { [toner]: 1 }).catch((e) => String(e));
  console.log('quote', o2 && (o2 as any).amount, Date.now() - t1);
  const p = await place(buyer, o2).catch((e) => ({ status: String(e) }));
  console.log('next order', p.status, Date.now() - t1, 'orders', await countRows(db, 'orders'), 'stock', await stockOf(db, serum));
} catch (e) { console.log('ERR', e) } finally {
  console.log([...new Set(logs.map((l) => l.replace(/"requestId":"[^"]*",/, '')))].map(l=>l.slice(0,300)).filter((l,i,a)=>i<3||l.startsWith("worker")).slice(0,8));
  await stack.stop(); folder.remove();
}
