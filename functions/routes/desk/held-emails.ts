/** /api/desk/held: emails that were held because their recipient had received too many. */
import { Hono } from 'hono';
import { listHeldEmails, sendHeldEmail } from '../../desk/held-emails.ts';
import { cursorQuery } from '../../desk/paging.ts';
import { byId } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';

export const heldEmails = new Hono<DeskEnv>()
  .get('/', desk('Lists the emails that were held back.', { query: cursorQuery }, listHeldEmails))
  .post(
    '/:id/send',
    desk('Sends an email that was held back.', { params: byId }, sendHeldEmail, ({ recipient }) => ({
      message: `The email is on its way to ${recipient}.`,
    })),
  );
