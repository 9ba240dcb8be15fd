/**
 * Reads `content/` outside Astro, with the very schemas that the pages use, so that the catalogue
 * sync and the start command see what an editor wrote and can say which file and field is wrong.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { z } from 'zod';
import { type ProductContent, productContent, productId } from '#features/catalogue/product.ts';
import { type Store, storeContent } from '#features/store/store.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** A mistake in `content/`: one line that names the file, the field and the reason. */
export class ContentError extends Error {
  override name = 'ContentError';
}

function check<T extends z.ZodType>(file: string, schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') || 'the file';
  throw new ContentError(`${relative(root, file)}: ${field}: ${issue?.message}`);
}

function yaml(file: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new ContentError(`${relative(root, file)}: ${(error as Error).message.split('\n')[0]}`);
  }
}

function read(file: string): string {
  if (!existsSync(file)) throw new ContentError(`${relative(root, file)}: the file is missing`);
  return readFileSync(file, 'utf8');
}

/** `content/store.yaml`. @throws ContentError */
export function readStore(folder = join(root, 'content')): Store {
  const file = join(folder, 'store.yaml');
  return check(file, storeContent, yaml(file, read(file)));
}

/** Every product of `content/products`, by id. @throws ContentError */
export function readProducts(folder = join(root, 'content')): Map<string, ProductContent> {
  const products = join(folder, 'products');
  const ids = readdirSync(products, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Map(
    ids.map(({ name: id }) => {
      const file = join(products, id, 'index.md');
      check(file, productId, id);
      const [, frontMatter] = /^---\r?\n([\s\S]*?)\r?\n---(\r?\n|$)/.exec(read(file)) ?? [];
      if (frontMatter === undefined)
        throw new ContentError(
          `${relative(root, file)}: must begin with front matter between two lines of ---`,
        );
      const product = check(file, productContent, yaml(file, frontMatter));
      for (const picture of product.pictures)
        if (!existsSync(join(products, id, picture.file)))
          throw new ContentError(`${relative(root, file)}: pictures: ${picture.file} is not in the folder`);
      return [id, product];
    }),
  );
}
