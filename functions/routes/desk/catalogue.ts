/** /api/desk/catalogue: what the products of the present build lack. */
import { Hono } from 'hono';
import { type GapsOfBuild, gapsFile } from '#domain/catalogue/gaps.ts';
import { describeRoute } from '../../http/describe-route.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { success } from '../../http/success.ts';
import { readJson } from '../../lib/build-files.ts';
import { logError } from '../../lib/log.ts';
import { refusal } from '../../lib/refusal.ts';

const noList = refusal(503, 'unavailable', 'The list is not available at the moment. Please try again.', 5);

export const catalogue = new Hono<DeskEnv>().get(
  '/',
  describeRoute('Lists what the catalogue lacks.'),
  async (c) => {
    const list = await readJson<GapsOfBuild>(c.env.ASSETS, gapsFile).catch((error: unknown) => {
      logError(error, { requestId: c.get('requestId') });
      throw noList();
    });
    return success(c, list);
  },
);
