import type { Meaning } from './meanings.ts'

/** Single merchant category codes (ISO 18245). */
const single = new Map<number, Meaning>(
  (
    [
      ['groceries', [5297, 5298, 5300, 5411, 5422, 5441, 5451, 5462, 5499]],
      ['restaurants', [5811, 5812, 5814]],
      ['bars', [5813, 5921]],
      ['fuel', [5172, 5541, 5542, 5552, 5983]],
      ['parking', [4784, 7523, 7524]],
      ['taxi', [4121]],
      ['transport', [4011, 4111, 4112, 4131, 4789]],
      [
        'car',
        [
          5271, 5511, 5521, 5531, 5532, 5533, 5551, 5561, 5571, 5592, 5598, 5599, 7531, 7534, 7535,
          7538, 7542, 7549,
        ],
      ],
      ['travel', [4411, 4457, 4722, 4723, 7012, 7032, 7033, 7512, 7513, 7519]],
      ['flights', [4511, 4582]],
      ['lodging', [7011]],
      [
        'clothing',
        [5139, 5611, 5621, 5631, 5641, 5651, 5655, 5661, 5681, 5691, 5697, 5698, 5699, 7251, 7296],
      ],
      ['electronics', [5045, 5722, 5732, 5733, 5734, 5946]],
      [
        'household',
        [5021, 5200, 5211, 5231, 5251, 5261, 5712, 5713, 5714, 5718, 5719, 780, 7217, 7641],
      ],
      ['books', [5111, 5192, 5942, 5943, 5994, 2741]],
      ['gifts', [5193, 5944, 5947, 5950, 5992]],
      [
        'shopping',
        [
          5094, 5099, 5199, 5309, 5310, 5311, 5331, 5399, 5931, 5932, 5933, 5937, 5945, 5948, 5949,
          5964, 5965, 5969, 5970, 5971, 5973, 5978, 5999,
        ],
      ],
      ['pharmacy', [5122, 5912]],
      [
        'health',
        [
          4119, 5047, 5975, 5976, 8011, 8021, 8031, 8041, 8042, 8043, 8044, 8049, 8050, 8062, 8071,
          8099,
        ],
      ],
      ['fitness', [5940, 5941, 5655, 7941, 7992, 7997]],
      ['beauty', [5977, 7230, 7297, 7298]],
      [
        'entertainment',
        [
          7829, 7832, 7841, 7911, 7922, 7929, 7932, 7933, 7991, 7996, 7998, 7999, 7800, 7801, 7802,
          7995,
        ],
      ],
      ['subscriptions', [4899, 5815, 5968]],
      ['games', [5816, 7993, 7994]],
      ['electronics', [5817, 5818]],
      ['education', [8211, 8220, 8241, 8244, 8249, 8299]],
      ['children', [8351]],
      ['pets', [742, 5995]],
      ['rent', [6513]],
      ['utilities', [4900]],
      ['communication', [4812, 4813, 4814, 4815, 4816, 4821]],
      ['insurance', [5960, 6300, 6381, 6399]],
      ['taxes', [9311]],
      ['government', [9211, 9222, 9223, 9399, 9402, 9405]],
      ['cash', [6010, 6011]],
      ['charity', [8398, 8661]],
      [
        'services',
        [
          1520, 1711, 1731, 1740, 1750, 1761, 1771, 1799, 7210, 7211, 7216, 7276, 7277, 7299, 7311,
          7321, 7333, 7338, 7339, 7342, 7349, 7361, 7372, 7379, 7392, 7393, 7394, 7395, 7399, 8111,
          8911, 8931, 8999, 4214, 4215, 4225,
        ],
      ],
    ] as const
  ).flatMap(([meaning, codes]) => codes.map((code): [number, Meaning] => [code, meaning])),
)

/**
 * Translates a merchant category code; null for codes without a meaning (money orders, quasi cash) and for invalid ones.
 * From 3000 to 3999 every airline, car rental and hotel chain has its own code.
 */
export function meaningOfMerchantCode(code: string): Meaning | null {
  if (!/^\d{3,4}$/.test(code)) return null
  const number = Number(code)
  if (number >= 3000 && number <= 3350) return 'flights'
  if (number >= 3351 && number <= 3500) return 'travel'
  if (number >= 3501 && number <= 3999) return 'lodging'
  return single.get(number) ?? null
}
