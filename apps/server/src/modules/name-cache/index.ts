export { findById, loadNames, type ConnectionSummary, type NameWithColor } from './name-cache.ts';
