/**
 * Plays the videos while they are in view; a button stops them. A video that cannot be loaded shows its poster, and its
 * button says so and tries again.
 */

import { savesData } from '#lib/save-data.ts';

function startVideo(frame: HTMLElement): void {
  const video = frame.querySelector('video');
  const button = frame.querySelector('button');
  if (!video || !button) return;
  let still = matchMedia('(prefers-reduced-motion: reduce)').matches || savesData();
  let near = false;
  const label = button.ariaLabel;

  const update = (): void => {
    button.ariaPressed = String(still);
    // A browser may refuse to play (low power mode): then the button shows it as paused.
    if (near && !still)
      video.play().catch(() => {
        if (video.paused && near && !('failed' in frame.dataset)) button.ariaPressed = 'true';
      });
    else video.pause();
  };
  const fail = (): void => {
    frame.dataset.failed = '';
    delete frame.dataset.played;
    button.ariaLabel = null;
    button.ariaPressed = null;
  };
  const tryAgain = (): void => {
    delete frame.dataset.failed;
    button.ariaLabel = label;
    still = false;
    video.load();
    update();
  };
  video.controls = false;
  button.hidden = false;
  video.addEventListener('playing', () => {
    frame.dataset.played = '';
  });
  // If no file can be loaded, the last source reports it; later errors come from the video.
  video.querySelector('source:last-of-type')?.addEventListener('error', fail);
  video.addEventListener('error', fail);
  button.addEventListener('click', () => {
    if ('failed' in frame.dataset) return tryAgain();
    still = button.ariaPressed !== 'true';
    update();
  });
  new IntersectionObserver(
    ([entry]) => {
      near = entry?.isIntersecting ?? false;
      if (!('failed' in frame.dataset)) update();
    },
    { rootMargin: '200px 0px' },
  ).observe(frame);
}

export function startVideos(): void {
  for (const frame of document.querySelectorAll<HTMLElement>('[data-video]')) startVideo(frame);
}
