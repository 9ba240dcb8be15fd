import type { ProductStatus } from '#domain/catalogue/product-list.ts';
import type { Tone } from '#ui/StatusBadge.tsx';

export const statusLabels: Record<ProductStatus, string> = {
  draft: 'Draft',
  published: 'Published',
  hidden: 'Hidden',
  retired: 'Retired',
};

export const statusTones: Record<ProductStatus, Tone> = {
  draft: 'pending',
  published: 'done',
  hidden: 'moving',
  retired: 'ended',
};
