import ElmwoodViewTree

// Attributes of SVG's filters (Filter Effects).

extension Attribute {
    /// The coordinate system of a filter's region.
    @inlinable
    public static func filterUnits(_ value: String) -> Self { Self(.filterUnits, value) }

    /// The coordinate system of a filter's lengths.
    @inlinable
    public static func primitiveUnits(_ value: String) -> Self { Self(.primitiveUnits, value) }

    /// The primitive's input: `SourceGraphic`, or an earlier result's name.
    @inlinable
    public static func `in`(_ value: String) -> Self { Self(.in, value) }

    /// The primitive's second input.
    @inlinable
    public static func in2(_ value: String) -> Self { Self(.in2, value) }

    /// The name of the primitive's result.
    @inlinable
    public static func result(_ value: String) -> Self { Self(.result, value) }

    /// How images are blended.
    @inlinable
    public static func mode(_ value: String) -> Self { Self(.mode, value) }

    /// How images are composed, or whether one is eroded or dilated.
    @inlinable
    public static func `operator`(_ value: String) -> Self { Self(.operator, value) }

    /// The factor of both inputs' product in a composition.
    @inlinable public static var k1: Converted { Converted(.k1) }

    /// The factor of the first input in a composition.
    @inlinable public static var k2: Converted { Converted(.k2) }

    /// The factor of the second input in a composition.
    @inlinable public static var k3: Converted { Converted(.k3) }

    /// The constant term of a composition.
    @inlinable public static var k4: Converted { Converted(.k4) }

    /// The amplitude of a transfer function.
    @inlinable public static var amplitude: Converted { Converted(.amplitude) }

    /// The exponent of a transfer function.
    @inlinable public static var exponent: Converted { Converted(.exponent) }

    /// The intercept of a transfer function.
    @inlinable public static var intercept: Converted { Converted(.intercept) }

    /// The slope of a transfer function.
    @inlinable public static var slope: Converted { Converted(.slope) }

    /// The values of a transfer function.
    @inlinable
    public static func tableValues(_ value: String) -> Self { Self(.tableValues, value) }

    /// The direction of a distant light on the surface, in degrees.
    @inlinable public static var azimuth: Converted { Converted(.azimuth) }

    /// The direction of a distant light above the surface, in degrees.
    @inlinable public static var elevation: Converted { Converted(.elevation) }

    /// The frequency of a noise, or those in both directions.
    @inlinable public static var baseFrequency: Converted { Converted(.baseFrequency) }

    /// How many octaves a noise has.
    @inlinable public static var numOctaves: Converted { Converted(.numOctaves) }

    /// The seed of a noise.
    @inlinable public static var seed: Converted { Converted(.seed) }

    /// Whether the edges of a noise's tiles fit: `stitch` or `noStitch`.
    @inlinable
    public static func stitchTiles(_ value: String) -> Self { Self(.stitchTiles, value) }

    /// The constant that a convolution adds.
    @inlinable public static var bias: Converted { Converted(.bias) }

    /// The divisor of a convolution.
    @inlinable public static var divisor: Converted { Converted(.divisor) }

    /// The pixels beyond an image's edge: `duplicate`, `wrap`, `mirror` or `none`.
    @inlinable
    public static func edgeMode(_ value: String) -> Self { Self(.edgeMode, value) }

    /// The matrix of a convolution.
    @inlinable
    public static func kernelMatrix(_ value: String) -> Self { Self(.kernelMatrix, value) }

    /// The size of a kernel's unit.
    @inlinable public static var kernelUnitLength: Converted { Converted(.kernelUnitLength) }

    /// The size of a convolution's matrix.
    @inlinable public static var order: Converted { Converted(.order) }

    /// Whether a convolution leaves the alpha channel unchanged.
    @inlinable
    public static func preserveAlpha(_ value: Bool) -> Self { Self(.preserveAlpha, value ? "true" : "false") }

    /// The column of a convolution's target.
    @inlinable public static var targetX: Converted { Converted(.targetX) }

    /// The row of a convolution's target.
    @inlinable public static var targetY: Converted { Converted(.targetY) }

    /// How much a surface reflects diffusely.
    @inlinable public static var diffuseConstant: Converted { Converted(.diffuseConstant) }

    /// How much a surface reflects in highlights.
    @inlinable public static var specularConstant: Converted { Converted(.specularConstant) }

    /// How small a surface's highlights are, or how focused a light is.
    @inlinable public static var specularExponent: Converted { Converted(.specularExponent) }

    /// The height of a surface.
    @inlinable public static var surfaceScale: Converted { Converted(.surfaceScale) }

    /// The angle of a spot light's cone, in degrees.
    @inlinable public static var limitingConeAngle: Converted { Converted(.limitingConeAngle) }

    /// The x coordinate that a spot light points at.
    @inlinable public static var pointsAtX: Converted { Converted(.pointsAtX) }

    /// The y coordinate that a spot light points at.
    @inlinable public static var pointsAtY: Converted { Converted(.pointsAtY) }

    /// The z coordinate that a spot light points at.
    @inlinable public static var pointsAtZ: Converted { Converted(.pointsAtZ) }

    /// The radius by which an image is eroded or dilated.
    @inlinable public static var radius: Converted { Converted(.radius) }

    /// How far an image is displaced.
    @inlinable public static var scale: Converted { Converted(.scale) }

    /// The standard deviation of a blur, or those in both directions.
    @inlinable public static var stdDeviation: Converted { Converted(.stdDeviation) }

    /// Which channel displaces horizontally: `R`, `G`, `B` or `A`.
    @inlinable
    public static func xChannelSelector(_ value: String) -> Self { Self(.xChannelSelector, value) }

    /// Which channel displaces vertically: `R`, `G`, `B` or `A`.
    @inlinable
    public static func yChannelSelector(_ value: String) -> Self { Self(.yChannelSelector, value) }
}
