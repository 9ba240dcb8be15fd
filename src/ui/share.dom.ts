/** Sharing by the platform's share sheet. */
import { toast } from './toast.dom.ts';

/**
 * Opens the share sheet, if there is one that takes these data.
 * @returns whether it did; also when the shopper has closed it without sharing
 */
export async function openShareSheet(data: ShareData): Promise<boolean> {
  if (!navigator.canShare?.(data)) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

/** Shares an address by the platform's share sheet; where there is none, copies it. */
export async function shareAddress(title: string, url: string): Promise<void> {
  if (await openShareSheet({ title, url })) return;
  try {
    await navigator.clipboard.writeText(url);
    toast({ message: 'Link copied' });
  } catch {
    toast({ message: 'Please copy the address by hand.', kind: 'error' });
  }
}

/** Starts the button of Share.astro. */
export function startSharing(): void {
  const button = document.querySelector<HTMLElement>('[data-share-page]');
  button?.addEventListener(
    'click',
    () => void shareAddress(button.dataset.sharePage ?? '', location.origin + location.pathname),
  );
}
