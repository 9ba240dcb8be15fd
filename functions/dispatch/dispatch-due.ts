/** Sends the emails that are due. */
import type { Db } from '#db/client.ts';
import { type MailSettings, mailSender } from '../email/send.ts';
import { store } from '../lib/store.ts';
import { dispatchEmails } from './dispatch.ts';

/**
 * @property SHOP_URL origin of the links in emails; `url` of content/store.yaml when it is not set
 * @property EMAIL_HASH_KEY signs the links of guests' orders
 */
type Settings = MailSettings & { SHOP_URL?: string; EMAIL_HASH_KEY?: string };

/**
 * Sends the emails that are due. Without a configured transport they stay in the outbox.
 * @param open connects to the database; called only when there is a transport
 */
export async function dispatchDueEmails(settings: Settings, now: number, open: () => Db): Promise<void> {
  const send = mailSender(settings, store);
  if (!send) return;
  const linkKey = settings.EMAIL_HASH_KEY;
  await dispatchEmails({ db: open(), send, url: settings.SHOP_URL || store.url, linkKey, now });
}
