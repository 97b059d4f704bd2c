/** The topic of an inquiry that belongs to no practice area. */
export const OTHER_TOPIC = 'other'

export type Topics = readonly [string, ...string[]]

export function topicsOf(areas: readonly { id: string }[]): Topics {
  const [first, ...rest] = [...areas.map((area) => area.id), OTHER_TOPIC]
  return [first, ...rest]
}

export const topicInWords = (topic: string, areas: readonly { id: string; name: string }[]): string =>
  areas.find(({ id }) => id === topic)?.name ?? (topic === OTHER_TOPIC ? 'Something else' : topic)
