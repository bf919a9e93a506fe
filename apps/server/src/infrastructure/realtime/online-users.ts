interface CompanyUsers {
  /** Open sockets of each user on this node. */
  local: Map<number, number>;
  /** Users with an open socket on other nodes, by node id. */
  remote: Map<string, { ids: ReadonlySet<number>; until: number }>;
}

/** Online users of each company: users with at least one open socket. `changed`: a user came online on this node or left it. */
export function createOnlineUsers(changed: (companyId: number) => void) {
  const byCompany = new Map<number, CompanyUsers>();
  function usersOf(companyId: number): CompanyUsers {
    let users = byCompany.get(companyId);
    if (!users) byCompany.set(companyId, (users = { local: new Map(), remote: new Map() }));
    return users;
  }
  return {
    enter(companyId: number, userId: number) {
      const { local } = usersOf(companyId);
      const sockets = (local.get(userId) ?? 0) + 1;
      local.set(userId, sockets);
      if (sockets === 1) changed(companyId);
    },
    exit(companyId: number, userId: number) {
      const { local } = usersOf(companyId);
      const remaining = (local.get(userId) ?? 1) - 1;
      if (remaining > 0) return void local.set(userId, remaining);
      local.delete(userId);
      changed(companyId);
    },
    isOnline(companyId: number, userId: number): boolean {
      const users = byCompany.get(companyId);
      return (
        users !== undefined && (users.local.has(userId) || users.remote.values().some(({ ids }) => ids.has(userId)))
      );
    },
    ids: (companyId: number): number[] => [...(byCompany.get(companyId)?.local.keys() ?? [])],
    companies: (): number[] => [...byCompany].flatMap(([companyId, { local }]) => (local.size > 0 ? companyId : [])),
    setRemote: (companyId: number, from: string, ids: number[], until: number) =>
      void usersOf(companyId).remote.set(from, { ids: new Set(ids), until }),
    pruneSilent(now: number) {
      for (const { remote } of byCompany.values())
        for (const [node, { until }] of remote) if (until <= now) remote.delete(node);
    },
    clear() {
      for (const { local } of byCompany.values()) local.clear();
    },
  };
}
