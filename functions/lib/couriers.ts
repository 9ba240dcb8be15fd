/** `content/couriers.yaml` and `content/courier-statuses.yaml` in the Worker. */
import { couriers as content } from '#settings';

export { courierStatuses } from '#settings';

export const { couriers } = content;
