/** The icons that a phone cuts into its own shape, for the manifest. */
import type { APIRoute } from 'astro';
import { appIcon, maskableSizes } from '#lib/app-icon.build.ts';

export const getStaticPaths = () => maskableSizes.map((size) => ({ params: { size: String(size) } }));

export const GET: APIRoute = ({ params }) => appIcon(Number(params.size), true);
