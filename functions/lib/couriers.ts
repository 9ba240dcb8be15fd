/** `content/couriers.yaml` in the Worker. */
import { couriers as content } from '#settings';

export const { couriers } = content;
