/** The links of header, side menu and footer, without those that lead nowhere at present (docs/behaviour.md, "Menu and footer"). */
import { getEntry } from 'astro:content';
import type { NavigationContent } from '#domain/store/navigation-content.ts';
import { pageExists } from '#features/catalogue/groups.build.ts';
import { hasPart } from '#features/catalogue/ways.build.ts';
import { oncePerBuild } from '#lib/once-per-build.build.ts';
import { paths } from '#lib/paths.ts';

/** Whether a page is there, and has something of the part of the collection that it is to show. */
async function leadsSomewhere(to: string): Promise<boolean> {
  const { pathname, searchParams } = new URL(to, 'https://shop.example');
  const only = pathname === paths.collection && searchParams.get('only');
  return (await pageExists(to)) && (!only || hasPart(only));
}

async function present<Link extends { to: string }>(links: readonly Link[]): Promise<Link[]> {
  const kept = await Promise.all(links.map(({ to }) => leadsSomewhere(to)));
  return links.filter((_, at) => kept[at]);
}

export const getNavigation = oncePerBuild(async (): Promise<NavigationContent> => {
  const entry = await getEntry('navigation', 'navigation');
  if (!entry) throw new Error('content/navigation.yaml: the file is missing');
  const { header, menu, footer } = entry.data;
  const columns = await Promise.all(
    footer.map(async ({ title, links }) => ({ title, links: await present(links) })),
  );
  return {
    header: await present(header),
    menu: await present(menu),
    footer: columns.filter(({ links }) => links.length),
  };
});
