/** The web app manifest (w3.org/TR/appmanifest). */
import type { APIRoute } from 'astro';
import { theme } from '#features/brand/theme.build.ts';
import { getStore } from '#features/store/store.build.ts';
import { maskableSizes } from '#lib/app-icon.build.ts';
import { paths } from '#lib/paths.ts';

export const GET: APIRoute = async () => {
  const { name, tagline, description } = await getStore();
  return Response.json({
    id: paths.home,
    name: `${name}: ${tagline}`,
    short_name: name,
    description,
    lang: 'en-IN',
    start_url: paths.home,
    scope: paths.home,
    display: 'standalone',
    theme_color: theme.colours.green,
    background_color: theme.colours.paper,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/media/logo.png', sizes: '512x512', type: 'image/png' },
      ...maskableSizes.map((size) => ({
        src: `/media/maskable-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: 'maskable',
      })),
    ],
  });
};
