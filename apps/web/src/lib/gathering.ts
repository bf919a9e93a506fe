/** News that is shown together: at once when it is little, seldom when it is much. */

/** What comes alone is shown after this time… */
const GATHER_MS = 80;
/** …while more and more comes, once in this one: each showing costs a pass and a painting… */
const BURST_MS = 500;
/** …and when more of them have spoken until then than anybody could follow, this much later still. */
const FLOOD_MS = 1500;
const FLOOD = 3;

export interface Gathering<News> {
  /** Who speaks can wait while many do; nobody in particular is news that somebody looks for at once. */
  add(news: News, whose: number | null): void;
  /** What has not been shown is dropped. */
  stop(): void;
}

export function createGathering<News>(show: (gathered: readonly News[]) => void): Gathering<News> {
  let waiting: News[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let calmAt = -Infinity;
  let isFlood = false;
  const speakers = new Set<number | null>();

  function showAll() {
    const gathered = waiting;
    waiting = [];
    timer = undefined;
    isFlood = false;
    speakers.clear();
    calmAt = Date.now() + BURST_MS;
    show(gathered);
  }
  function look() {
    isFlood = speakers.size > FLOOD && !speakers.has(null);
    if (isFlood) timer = setTimeout(showAll, FLOOD_MS);
    else showAll();
  }
  return {
    add(news, whose) {
      waiting.push(news);
      speakers.add(whose);
      if (isFlood && whose === null) {
        clearTimeout(timer);
        isFlood = false;
        timer = setTimeout(showAll, GATHER_MS);
      }
      timer ??= setTimeout(look, Math.max(GATHER_MS, calmAt - Date.now()));
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      waiting = [];
      speakers.clear();
    },
  };
}
