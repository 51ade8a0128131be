// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Shop",
    dependencies: [
        .package(path: "../elmwood")
    ],
    targets: [
        .executableTarget(
            name: "Shop",
            dependencies: [
                //: list
                .product(name: "Elmwood", package: "elmwood"),
                //: if accounts
                .product(name: "ElmwoodAccounts", package: "elmwood"),
                //: end
                //: if history
                .product(name: "ElmwoodHistory", package: "elmwood"),
                //: end
                //: if database
                .product(name: "ElmwoodSQL", package: "elmwood"),
                //: end
                //: end
            ]
        ),
        .testTarget(
            name: "ShopTests",
            dependencies: [
                "Shop",
                //: if accounts
                .product(name: "ElmwoodAccounts", package: "elmwood"),
                //: end
                //: if database
                .product(name: "ElmwoodSQL", package: "elmwood"),
                //: end
                .product(name: "ElmwoodTesting", package: "elmwood"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
