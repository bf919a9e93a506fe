import type { PlatformCompany } from '@balcao/contract/endpoints/platform';

/** What each tab of the drawer gets. */
export interface PartProps {
  company: PlatformCompany;
}
