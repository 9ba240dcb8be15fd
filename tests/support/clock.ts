/** Moves a shop's clocks, and changes its settings, until the end of the test. */
import { onTestFinished } from 'vitest';
import type { TestShop } from './shop.ts';

export const minute = 60 * 1000;
export const hour = 60 * minute;
export const day = 24 * hour;

async function move(shop: TestShop, ms: number): Promise<void> {
  const { stack, simulators } = shop;
  const response = await fetch(`${stack.url}/api/store`, { headers: { 'X-Clock-Offset-Ms': String(ms) } });
  if (!response.ok) throw new Error(`the clock was not moved: ${response.status} ${await response.text()}`);
  simulators?.setClock(ms);
}

/** Moves the clocks of the Worker and of the simulators to `ms` from now, until the end of the test. */
export async function setClock(shop: TestShop, ms: number): Promise<void> {
  onTestFinished(() => move(shop, 0));
  await move(shop, ms);
}

/** The same, and runs the scheduled job. */
export async function runJobAt(shop: TestShop, ms: number): Promise<void> {
  await setClock(shop, ms);
  await shop.stack.scheduled();
}

/** Restarts the Worker with settings over those of its start, until the end of the test. */
export async function changeSettings(shop: TestShop, settings: Record<string, string>): Promise<void> {
  onTestFinished(() => shop.stack.restartWorker());
  await shop.stack.restartWorker(settings);
}
