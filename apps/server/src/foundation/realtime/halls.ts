interface Hall {
  /** How many screens each person has open on this node. */
  here: Map<number, number>;
  /** Who has one open on other nodes, by their names. */
  there: Map<string, { ids: ReadonlySet<number>; until: number }>;
}

/** Everybody of each company who has a screen open, whatever it shows. `changed`: somebody came to this node or left it. */
export function createHalls(changed: (companyId: number) => void) {
  const halls = new Map<number, Hall>();
  function hallOf(companyId: number): Hall {
    let hall = halls.get(companyId);
    if (!hall) halls.set(companyId, (hall = { here: new Map(), there: new Map() }));
    return hall;
  }
  return {
    enter(companyId: number, userId: number) {
      const { here } = hallOf(companyId);
      const screens = (here.get(userId) ?? 0) + 1;
      here.set(userId, screens);
      if (screens === 1) changed(companyId);
    },
    exit(companyId: number, userId: number) {
      const { here } = hallOf(companyId);
      const left = (here.get(userId) ?? 1) - 1;
      if (left > 0) return void here.set(userId, left);
      here.delete(userId);
      changed(companyId);
    },
    isHere(companyId: number, userId: number): boolean {
      const hall = halls.get(companyId);
      return hall !== undefined && (hall.here.has(userId) || hall.there.values().some(({ ids }) => ids.has(userId)));
    },
    ids: (companyId: number): number[] => [...(halls.get(companyId)?.here.keys() ?? [])],
    companies: (): number[] => [...halls].flatMap(([companyId, { here }]) => (here.size > 0 ? companyId : [])),
    hear: (companyId: number, from: string, ids: number[], until: number) =>
      void hallOf(companyId).there.set(from, { ids: new Set(ids), until }),
    forgetSilent(now: number) {
      for (const { there } of halls.values())
        for (const [node, { until }] of there) if (until <= now) there.delete(node);
    },
    clear() {
      for (const { here } of halls.values()) here.clear();
    },
  };
}
