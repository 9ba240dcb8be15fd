/** What Astro leaves to be done to the pages that it has built. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { hashOf } from '#lib/hash.ts';

const policy = /(<meta http-equiv="content-security-policy" content=")([^"]*)(")/i;
const inline = /<(script|style)\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/\1>/g;
const hash = /\s*'(sha256-[^']+)'/g;

/**
 * The same page with a Content-Security-Policy of its own, which names only the hashes of what stands in it.
 * Astro lists those of the whole site in every page: two KiB that no compression shrinks, before the first word,
 * and leave for a page to run what belongs to others.
 */
export function withOwnPolicy(html: string): string {
  const own = new Set<string>([...html.matchAll(inline)].map(([, , content = '']) => hashOf(content)));
  return html.replace(policy, (_, before: string, rules: string, after: string) => {
    const kept = rules.replace(hash, (source, value: string) => (own.has(value) ? source : ''));
    return before + kept + after;
  });
}

/**
 * The same page, whose scripts leave the line to what is seen first: fonts and pictures. A browser takes a module
 * for as urgent as them, though it runs only after the page has been read.
 */
export const withPatientScripts = (html: string): string =>
  html.replaceAll('<script type="module" src=', '<script type="module" fetchpriority="low" src=');

/** Runs before whatever notes how large the pages are, or what they hash to. */
export const finish: AstroIntegration = {
  name: 'finish',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const folder = fileURLToPath(dir);
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.html')) continue;
        const file = join(folder, name);
        writeFileSync(file, withPatientScripts(withOwnPolicy(readFileSync(file, 'utf8'))));
      }
    },
  },
};
