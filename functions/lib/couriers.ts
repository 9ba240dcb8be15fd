/** `content/couriers.yaml`, `courier-exports.yaml` and `courier-statuses.yaml` in the Worker. */
import { couriers as content } from '#settings';

export { courierExports, courierStatuses } from '#settings';

export const { couriers } = content;
