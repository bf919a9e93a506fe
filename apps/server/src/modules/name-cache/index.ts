export { findById, findCachedConnection, loadNames, type ConnectionSummary, type NameWithColor } from './name-cache.ts';
