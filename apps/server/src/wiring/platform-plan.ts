/** Plan of the platform owner's company: no other company sees it, and it limits nothing. */
export const PLATFORM_PLAN = { name: 'Platform', users: 1000, connections: 1000, queues: 1000, isPublic: false };
