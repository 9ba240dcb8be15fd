/** Sends the emails that are due. */
import type { Db } from '#db/client.ts';
import { type MailSettings, mailSender } from '../email/send.ts';
import { store } from '../lib/store.ts';
import { deliver } from './dispatch.ts';

/** @property SHOP_URL where the links of emails lead; the `url` of content/store.yaml when it is not set */
type Settings = MailSettings & { SHOP_URL?: string };

/**
 * Sends what is due. Without a configured transport emails wait in the outbox.
 * @param open connects to the database; it is called only if there is a transport
 */
export async function deliverDue(settings: Settings, now: number, open: () => Db): Promise<void> {
  const send = mailSender(settings, store);
  if (send) await deliver({ db: open(), send, url: settings.SHOP_URL || store.url, now });
}
