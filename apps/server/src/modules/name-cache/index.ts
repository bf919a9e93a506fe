export {
  findById,
  findCachedConnection,
  loadNames,
  type CompanyNames,
  type ConnectionSummary,
  type NameWithColor,
} from './name-cache.ts';
