/**
 * Each page's Content-Security-Policy, made its own. Astro lists the hash of every inline script and style of
 * the whole site in every page: two KiB that no compression shrinks, before the first word, and leave for a page
 * to run what belongs to others.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { hashOf } from '#lib/hash.ts';

const policy = /(<meta http-equiv="content-security-policy" content=")([^"]*)(")/i;
const inline = /<(script|style)\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/\1>/g;
const hash = /\s*'(sha256-[^']+)'/g;

/** The same page, whose policy names only the hashes of what stands in it. */
export function withOwnPolicy(html: string): string {
  const own = new Set<string>([...html.matchAll(inline)].map(([, , content = '']) => hashOf(content)));
  return html.replace(policy, (_, before: string, rules: string, after: string) => {
    const kept = rules.replace(hash, (source, value: string) => (own.has(value) ? source : ''));
    return before + kept + after;
  });
}

/** Runs before whatever notes how large the pages are, or what they hash to. */
export const ownPolicies: AstroIntegration = {
  name: 'own-policies',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const folder = fileURLToPath(dir);
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.html')) continue;
        const file = join(folder, name);
        const html = readFileSync(file, 'utf8');
        const tightened = withOwnPolicy(html);
        if (tightened !== html) writeFileSync(file, tightened);
      }
    },
  },
};
