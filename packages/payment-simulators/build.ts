/**
 * node build.ts [FOLDER]: writes the package as others install it into a folder, by default `dist`. `npm pack ./dist`
 * packs it. Node strips no types below node_modules, so others get JavaScript with declarations.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import manifest from './package.json' with { type: 'json' };

const root = import.meta.dirname;
const out = process.argv[2] ?? join(root, 'dist');
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

rmSync(out, { recursive: true, force: true });
execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', out], {
  stdio: 'inherit',
});
for (const file of ['pages/style.css', 'mail/refresh.js', 'razorpay/checkout.js', 'razorpay/widget.js'])
  cpSync(join(root, 'src', file), join(out, file));
cpSync(join(root, 'README.md'), join(out, 'README.md'));
cpSync(join(root, '../../LICENSE'), join(out, 'LICENSE'));
const { private: _, scripts, devDependencies, ...published } = manifest;
writeFileSync(
  join(out, 'package.json'),
  JSON.stringify(
    { ...published, bin: './bin.js', exports: { types: './index.d.ts', default: './index.js' } },
    null,
    2,
  ),
);
